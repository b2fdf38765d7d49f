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

describe('curlOf', () => {
  it('sends the API key with a read', () => {
    expect(curlOf({ method: 'get', path: '/api/v1/runs', operation: base })).toBe(
      `curl ${ORIGIN_PLACEHOLDER}/api/v1/runs \\\n  -H 'Authorization: Bearer <your API key>'`,
    )
  })

  it('quotes the body so that a shell passes it unchanged', () => {
    const command = curlOf({ method: 'post', path: '/api/v1/runs', operation: withBody }, { id: "it's" })
    expect(command).toContain(`-d '{ "id": "it'\\''s" }'`)
    expect(command).toContain("-H 'Content-Type: application/json'")
    expect(curlOf({ method: 'post', path: '/a', operation: withBody })).toContain('-d @body.json')
  })

  it('quotes the URL if it contains placeholders, which a shell would read as redirections', () => {
    expect(curlOf({ method: 'delete', path: '/api/v1/keys/{keyId}', operation: base })).toContain(
      `curl -X DELETE '${ORIGIN_PLACEHOLDER}/api/v1/keys/<keyId>'`,
    )
  })

  it('names the queries without which the desk refuses the call', () => {
    const query = (name: string, required: boolean) => ({
      name,
      in: 'query' as const,
      description: '',
      required,
      schema: {},
    })
    const parameters = [query('a', true), query('limit', false), query('b', true)]
    expect(curlOf({ method: 'get', path: '/api/v1/x', operation: { ...base, parameters } })).toContain(
      `curl '${ORIGIN_PLACEHOLDER}/api/v1/x?a=<a>&b=<b>'`,
    )
  })

  it('keeps streams open, omits the key for public operations, and returns null for session-only ones', () => {
    const stream = { ...base, responses: { 200: { description: '', content: { 'text/event-stream': {} } } } }
    expect(curlOf({ method: 'get', path: '/a', operation: stream })).toMatch(/^curl -N /)
    expect(curlOf({ method: 'get', path: '/a', operation: { ...base, security: [] } })).toBe(
      `curl ${ORIGIN_PLACEHOLDER}/a`,
    )
    expect(curlOf({ method: 'post', path: '/a', operation: { ...withBody, security: [{ session: [] }] } })).toBeNull()
  })
})

it('foldJson puts values that fit on one line and keeps the JSON equal', () => {
  const value = { id: 'a', list: [1, 2, { deep: null }], empty: {}, long: ['x'.repeat(40), 'y'.repeat(40)] }
  expect(JSON.parse(foldJson(value))).toEqual(value)
  expect(foldJson(value).split('\n').slice(0, 4)).toEqual([
    '{',
    '  "id": "a",',
    '  "list": [1, 2, { "deep": null }],',
    '  "empty": {},',
  ])
})
