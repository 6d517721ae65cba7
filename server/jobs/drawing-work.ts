/**
 * Requests for drawings, read from their bytes and words. Forms are taken apart where the
 * work is done: however they are made, nobody else waits for it.
 */

import { LIMITS } from "../../engine/entries/schemas.ts";
import { EngineError } from "../../engine/index.node.ts";
import { type SvgOptions, svgOptionsSchema, type ValidationItem } from "../../engine/v1.ts";
import { missingFile, notAFile, parseQuery, ValidationError } from "../answers/validation.ts";
import type { ExecutorJob } from "./executor.ts";
import { type FormFile, formField } from "./multipart-form.ts";

/** @throws ValidationError, EngineError INVALID_INPUT, FILE_TOO_LARGE */
export function drawingFrom({ body, form = "" }: Pick<ExecutorJob, "body" | "form">): FormFile {
  // A body that is no form has no file.
  const isForm = /^multipart\/form-data\s*(?:;|$)/i.test(form);
  const field = isForm ? formField(body, form, "file") : undefined;
  if (field === undefined) throw missingFile();
  if (typeof field === "string") throw notAFile(field);
  if (field.bytes.byteLength > LIMITS.file_bytes) {
    throw new EngineError("FILE_TOO_LARGE", `The request is larger than ${LIMITS.file_bytes / 1048576} MB`);
  }
  return field;
}

/**
 * Faults of the query are told together with a missing file, the query first.
 * @throws ValidationError, EngineError INVALID_INPUT, FILE_TOO_LARGE
 */
export function pictureFrom({ body, form, query = {} }: Pick<ExecutorJob, "body" | "form" | "query">): {
  file: FormFile;
  svg: SvgOptions;
} {
  const items: ValidationItem[] = [];
  const svg = collect(items, () => parseQuery(svgOptionsSchema, query));
  const file = collect(items, () => drawingFrom({ body, ...(form === undefined ? {} : { form }) }));
  if (!svg || !file) throw new ValidationError(items);
  return { svg, file };
}

function collect<Value>(items: ValidationItem[], read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    items.push(...error.items);
    return undefined;
  }
}
