import { describe, expect, it } from 'vitest'
import { encodeExportResponse, encodeStatus } from './decode-traces'
import { rpcStatus, traceResponse } from './protobuf-messages'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('the response to an export', () => {
  it('leaves partialSuccess unset if everything was accepted', () => {
    expect(text(encodeExportResponse('traces', 'application/json', null).bytes)).toBe('{}')
    expect(text(encodeExportResponse('traces', 'application/json', { count: 0, message: '' }).bytes)).toBe('{}')
    expect(encodeExportResponse('traces', 'application/x-protobuf', null).bytes).toHaveLength(0)
  })

  it('reports how many spans were rejected and why, in the encoding of the request', () => {
    const partial = { count: 3, message: 'bad ids' }
    const json = encodeExportResponse('traces', 'application/json', partial)
    expect(JSON.parse(text(json.bytes))).toEqual({ partialSuccess: { rejectedSpans: '3', errorMessage: 'bad ids' } })
    const protobuf = encodeExportResponse('traces', 'application/x-protobuf', partial)
    expect(protobuf.contentType).toBe('application/x-protobuf')
    expect(traceResponse.toObject(traceResponse.decode(protobuf.bytes), { longs: Number })).toEqual({
      partialSuccess: { rejectedSpans: 3, errorMessage: 'bad ids' },
    })
  })

  it('warns of what was accepted all the same', () => {
    const { bytes } = encodeExportResponse('logs', 'application/json', { count: 0, message: 'no ids' })
    expect(JSON.parse(text(bytes))).toEqual({ partialSuccess: { rejectedLogRecords: '0', errorMessage: 'no ids' } })
  })

  it('refuses with a Status, in JSON if the encoding is unknown', () => {
    const status = { code: 3, message: 'not JSON' }
    expect(rpcStatus.toObject(rpcStatus.decode(encodeStatus('application/x-protobuf', status).bytes))).toEqual(status)
    expect(encodeStatus('text/plain', status)).toMatchObject({ contentType: 'application/json' })
  })
})
