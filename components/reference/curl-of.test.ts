import { describe, expect, it } from 'vitest'
import type { OperationObject } from '@/lib/contracts/openapi'
import { curlOf, foldJson, ORIGIN_PLACEHOLDER } from './curl-of'

const base: OperationObject = {
  operationId: 'x',
  summary: '',
  description: '',
  tags: [],
  security: [{ apiKey: [] }, { session: [] }],
  responses: { 200: { description: '' } },
}
const withBody = { ...base, requestBody: { required: true, content: {} } }

describe('the command that calls an operation', () => {
  it('reads with a key', () => {
    expect(curlOf({ method: 'get', path: '/api/v1/runs', operation: base })).toBe(
      `curl ${ORIGIN_PLACEHOLDER}/api/v1/runs \\\n  -H 'Authorization: Bearer <your API key>'`,
    )
  })

  it('sends a body that a shell passes on as it is', () => {
    const command = curlOf({ method: 'post', path: '/api/v1/runs', operation: withBody }, { id: "it's" })
    expect(command).toContain(`-d '{ "id": "it'\\''s" }'`)
    expect(command).toContain("-H 'Content-Type: application/json'")
    expect(curlOf({ method: 'post', path: '/a', operation: withBody })).toContain('-d @body.json')
  })

  it('marks what is to be filled in, where a shell would not read it as a redirection', () => {
    expect(curlOf({ method: 'delete', path: '/api/v1/keys/{keyId}', operation: base })).toContain(
      `curl -X DELETE '${ORIGIN_PLACEHOLDER}/api/v1/keys/<keyId>'`,
    )
  })

  it('keeps a stream open, sends no key where none is needed, and is none where only a browser may call', () => {
    const stream = { ...base, responses: { 200: { description: '', content: { 'text/event-stream': {} } } } }
    expect(curlOf({ method: 'get', path: '/a', operation: stream })).toMatch(/^curl -N /)
    expect(curlOf({ method: 'get', path: '/a', operation: { ...base, security: [] } })).toBe(
      `curl ${ORIGIN_PLACEHOLDER}/a`,
    )
    expect(curlOf({ method: 'post', path: '/a', operation: { ...withBody, security: [{ session: [] }] } })).toBeNull()
  })
})

it('folds JSON that fits into a line, and stays the same JSON', () => {
  const value = { id: 'a', list: [1, 2, { deep: null }], empty: {}, long: ['x'.repeat(40), 'y'.repeat(40)] }
  expect(JSON.parse(foldJson(value))).toEqual(value)
  expect(foldJson(value).split('\n').slice(0, 4)).toEqual([
    '{',
    '  "id": "a",',
    '  "list": [1, 2, { "deep": null }],',
    '  "empty": {},',
  ])
})
