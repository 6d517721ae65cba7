/** Traces: what a collector of the test's own is sent, and that nobody waits for one that is away. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTraces, type Traces } from "../../../server/operation/traces.ts";
import { CUT_BODY, createService, type Service } from "../support/service.ts";

interface SentSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

const sent: SentSpan[] = [];
const services: string[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    expect(request.url).toBe("/v1/traces");
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      services.push(
        resource.attributes.find(({ key }: { key: string }) => key === "service.name").value.stringValue,
      );
      for (const { spans } of scopeSpans) sent.push(...spans);
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
});

let traces: Traces;
let service: Service;
let key: string;
beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  traces = (await openTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`))!;
  service = await createService({}, { traces });
  key = await service.register();
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const fieldsOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key: name, value }) => [name, Object.values(value)[0]]));

describe("a request", () => {
  it("is a span with its route, account and status, and its job one inside it", async () => {
    sent.length = 0;
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await service.post(`/v1/solve/cut-1d?api_key=${key}`, CUT_BODY, { traceparent });
    await traces.close();
    const [request, job] = ["POST /v1/solve/cut-1d", "job cut"].map(
      (name) => sent.find((span) => span.name === name)!,
    );
    expect(services).toContain("offcut");
    expect(request).toMatchObject({
      kind: 2,
      traceId: traceparent.slice(3, 35),
      parentSpanId: traceparent.slice(36, 52),
    });
    expect(fieldsOf(request!)).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/v1/solve/cut-1d",
      "http.response.status_code": 200,
      "offcut.account": expect.stringMatching(/^acc_/),
    });
    expect(job).toMatchObject({ traceId: request!.traceId, parentSpanId: request!.spanId });
    expect(fieldsOf(job!)).toMatchObject({
      "offcut.kind": "cut",
      "offcut.status": 200,
      "offcut.work_ms": expect.any(Number),
    });
    expect(JSON.stringify(sent)).not.toContain(key);
  });

  it("that fails inside says so, and one with a traceparent that is none begins a trace of its own", async () => {
    sent.length = 0;
    const failing = { ...service.deps.executor, run: () => Promise.reject(new Error("broken inside")) };
    const broken = await createService({}, { traces, executor: failing });
    const own = await broken.register();
    const answer = await broken.post("/v1/solve/cut-1d", CUT_BODY, {
      "X-API-Key": own,
      traceparent: "nonsense",
    });
    expect(answer.status).toBe(500);
    await traces.close();
    const request = sent.find(({ name }) => name === "POST /v1/solve/cut-1d")!;
    expect([request.parentSpanId ?? "", request.status.code]).toEqual(["", 2]);
    expect(request.status.message).toContain("broken inside");
    expect(sent.find(({ name }) => name === "job cut")!.status.code).toBe(2);
  });
});

describe("a collector", () => {
  it("is not there unless it is named, and costs nothing when it is away", async () => {
    expect(await openTraces(undefined)).toBeUndefined();
    const lost = (await openTraces("http://127.0.0.1:9"))!;
    const own = await createService({}, { traces: lost });
    const answer = await own.post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": await own.register() });
    expect(answer.status).toBe(200);
    await lost.close();
  });
});
