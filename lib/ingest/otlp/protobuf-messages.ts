import protobuf from 'protobufjs/light.js'

const repeated = (type: string, id: number) => ({ rule: 'repeated', type, id })

/** The messages of opentelemetry-proto's trace and log exports that are read, with their field numbers; everything else is skipped. */
const root = protobuf.Root.fromJSON({
  nested: {
    AnyValue: {
      oneofs: {
        value: {
          oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
        },
      },
      fields: {
        stringValue: { type: 'string', id: 1 },
        boolValue: { type: 'bool', id: 2 },
        intValue: { type: 'int64', id: 3 },
        doubleValue: { type: 'double', id: 4 },
        arrayValue: { type: 'ArrayValue', id: 5 },
        kvlistValue: { type: 'KeyValueList', id: 6 },
        bytesValue: { type: 'bytes', id: 7 },
      },
    },
    ArrayValue: { fields: { values: repeated('AnyValue', 1) } },
    KeyValueList: { fields: { values: repeated('KeyValue', 1) } },
    KeyValue: { fields: { key: { type: 'string', id: 1 }, value: { type: 'AnyValue', id: 2 } } },
    Resource: { fields: { attributes: repeated('KeyValue', 1) } },
    InstrumentationScope: { fields: { name: { type: 'string', id: 1 }, version: { type: 'string', id: 2 } } },
    Event: {
      fields: {
        timeUnixNano: { type: 'fixed64', id: 1 },
        name: { type: 'string', id: 2 },
        attributes: repeated('KeyValue', 3),
      },
    },
    Link: { fields: { traceId: { type: 'bytes', id: 1 }, spanId: { type: 'bytes', id: 2 } } },
    SpanStatus: { fields: { message: { type: 'string', id: 2 }, code: { type: 'int32', id: 3 } } },
    Span: {
      fields: {
        traceId: { type: 'bytes', id: 1 },
        spanId: { type: 'bytes', id: 2 },
        parentSpanId: { type: 'bytes', id: 4 },
        name: { type: 'string', id: 5 },
        kind: { type: 'int32', id: 6 },
        startTimeUnixNano: { type: 'fixed64', id: 7 },
        endTimeUnixNano: { type: 'fixed64', id: 8 },
        attributes: repeated('KeyValue', 9),
        events: repeated('Event', 11),
        links: repeated('Link', 13),
        status: { type: 'SpanStatus', id: 15 },
      },
    },
    ScopeSpans: { fields: { scope: { type: 'InstrumentationScope', id: 1 }, spans: repeated('Span', 2) } },
    ResourceSpans: { fields: { resource: { type: 'Resource', id: 1 }, scopeSpans: repeated('ScopeSpans', 2) } },
    TraceRequest: { fields: { resourceSpans: repeated('ResourceSpans', 1) } },
    LogRecord: {
      fields: {
        timeUnixNano: { type: 'fixed64', id: 1 },
        body: { type: 'AnyValue', id: 5 },
        attributes: repeated('KeyValue', 6),
        flags: { type: 'fixed32', id: 8 },
        traceId: { type: 'bytes', id: 9 },
        spanId: { type: 'bytes', id: 10 },
        observedTimeUnixNano: { type: 'fixed64', id: 11 },
        eventName: { type: 'string', id: 12 },
      },
    },
    ScopeLogs: { fields: { scope: { type: 'InstrumentationScope', id: 1 }, logRecords: repeated('LogRecord', 2) } },
    ResourceLogs: { fields: { resource: { type: 'Resource', id: 1 }, scopeLogs: repeated('ScopeLogs', 2) } },
    LogsRequest: { fields: { resourceLogs: repeated('ResourceLogs', 1) } },
    PartialSuccess: {
      fields: { rejectedSpans: { type: 'int64', id: 1 }, errorMessage: { type: 'string', id: 2 } },
    },
    TraceResponse: { fields: { partialSuccess: { type: 'PartialSuccess', id: 1 } } },
    RpcStatus: { fields: { code: { type: 'int32', id: 1 }, message: { type: 'string', id: 2 } } },
  },
})

/** ExportTraceServiceRequest, and the messages in it. */
export const traceRequest = root.lookupType('TraceRequest')
export const resourceSpans = root.lookupType('ResourceSpans')
export const resource = root.lookupType('Resource')
export const scopeSpans = root.lookupType('ScopeSpans')
export const scope = root.lookupType('InstrumentationScope')
export const span = root.lookupType('Span')
/** ExportLogsServiceRequest, and the messages in it. */
export const logsRequest = root.lookupType('LogsRequest')
export const resourceLogs = root.lookupType('ResourceLogs')
export const scopeLogs = root.lookupType('ScopeLogs')
export const logRecord = root.lookupType('LogRecord')
/** ExportTraceServiceResponse; those of logs and metrics are the same on the wire. */
export const traceResponse = root.lookupType('TraceResponse')
/** google.rpc.Status. */
export const rpcStatus = root.lookupType('RpcStatus')
