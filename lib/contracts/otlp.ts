import { z } from 'zod'
import { json } from './primitives'

const attributes = z.record(z.string(), json)
/** Nanoseconds since 1970 as decimal digits: they exceed the safe integers of JavaScript. */
const nano = z.string().regex(/^\d{1,20}$/)

const event = z.object({ name: z.string(), timeNano: nano.nullable(), attributes })

/** One stored span: ids in lower-case hex, attribute values as plain JSON, integers above 2^53 as digits. */
export const otlpSpan = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  startNano: nano.nullable(),
  endNano: nano.nullable(),
  status: z.object({ code: z.enum(['unset', 'ok', 'error']), message: z.string().nullable() }),
  attributes,
  events: z.array(event),
  /** What was sent of the span as log records, as the GenAI conventions do with messages. */
  logged: z.array(event).default([]),
  /** Spans linked to without being the parent. Missing on spans stored before this field existed. */
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  resource: attributes,
  scope: z.object({ name: z.string().nullable(), version: z.string().nullable() }),
})

export type Span = z.infer<typeof otlpSpan>
