/** What an answer says of a request that it refuses. */
import { expect } from "vitest";
import { errorBodySchema, validationBodySchema } from "../../../engine/v1.ts";

/** Status and code. */
export async function refusalOf(answer: Response): Promise<[status: number, code: string]> {
  return [answer.status, errorBodySchema.parse(await answer.json()).detail.code];
}

/** Type and place of each error of a body that does not fit its schema. */
export async function typesOf(answer: Response): Promise<unknown[]> {
  expect(answer.status).toBe(422);
  const { detail } = validationBodySchema.parse(await answer.json());
  return detail.map(({ type, loc }) => [type, ...loc]);
}
