/**
 * Spans of OpenTelemetry for whoever watches many services at once: one for each request, one for each job, sent to the collector
 * that OTEL_EXPORTER_OTLP_ENDPOINT names. The libraries are loaded only then. A collector that is away costs its spans alone.
 */
import type { Attributes, SpanKind } from "@opentelemetry/api";
import { VERSION } from "../../engine/index.node.ts";
import type { Answer, JobKind } from "../jobs/executor.ts";

export type TraceFields = Record<string, string | number | undefined>;

export interface TraceSpan {
  /** Names it to whoever goes on with it (W3C `traceparent`). */
  readonly parent: string;
  readonly traceId: string;
  /** @param failed what went wrong inside */
  end(fields: TraceFields, more?: { name?: string | undefined; failed?: string | undefined }): void;
}

export interface Traces {
  /** @param parent `traceparent` of what it is part of; one that cannot be read counts as none */
  begin(name: string, kind: keyof typeof SpanKind, parent?: string): TraceSpan;
  /** Sends what is left, within a second. */
  close(): Promise<void>;
}

/** One span for a job, its wait for a worker included. `run` is given what a worker elsewhere goes on with. */
export async function traced(
  traces: Traces | undefined,
  { kind, owner, parent }: { kind: JobKind; owner: string; parent?: string | undefined },
  run: (trace: { trace?: string }) => Promise<Answer>,
): Promise<Answer> {
  if (!traces) return run({});
  const span = traces.begin(`job ${kind}`, "INTERNAL", parent);
  let answer: Answer | undefined;
  try {
    answer = await run({ trace: span.parent });
    return answer;
  } finally {
    span.end(traceFields(kind, owner, answer), { failed: answer ? answer.fault : "not answered" });
  }
}

export function traceFields(kind: JobKind, owner: string, answer: Answer | undefined): TraceFields {
  return {
    "offcut.kind": kind,
    "offcut.account": owner,
    "offcut.status": answer?.status,
    "offcut.work_ms": answer && Math.round(answer.elapsedMs),
  };
}

/** Pause between two times that spans are sent: what a killed process had not sent is lost. */
const SEND_MS = 1_000;
/** Time for the last spans: a process that is told to end has little. */
const FLUSH_MS = 1_000;

/** @param endpoint of a collector that takes OTLP over HTTP, as in `http://localhost:4318`; none, no traces */
export async function openTraces(endpoint: string | undefined): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined;
  const [api, { W3CTraceContextPropagator }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new sdk.TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say otherwise.
    resource: resources
      .resourceFromAttributes({ "service.name": "offcut", "service.version": VERSION })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_MS })],
  });
  const tracer = provider.getTracer("offcut", VERSION);
  const propagator = new W3CTraceContextPropagator();
  return {
    begin(name, kind, parent) {
      const carried = parent === undefined ? {} : { traceparent: parent };
      const context = propagator.extract(api.ROOT_CONTEXT, carried, api.defaultTextMapGetter);
      const span = tracer.startSpan(name, { kind: api.SpanKind[kind] }, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        parent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        traceId,
        end(fields, { name: known, failed } = {}) {
          if (known !== undefined) span.updateName(known);
          span.setAttributes(fields as Attributes);
          if (failed !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failed });
          span.end();
        },
      };
    },
    async close() {
      await provider.forceFlush({ timeoutMillis: FLUSH_MS }).catch(() => undefined);
    },
  };
}
