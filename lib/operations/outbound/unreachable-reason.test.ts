import { expect, it } from 'vitest'
import { unreachableReason } from './guarded-fetch'

const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

it.each([
  [failed('ECONNREFUSED'), 'nothing listens at this address'],
  [failed('CERT_HAS_EXPIRED'), 'its certificate has expired'],
  [failed('ERR_SSL_WRONG_VERSION_NUMBER'), 'no TLS is spoken there, or none that fits'],
  [failed('HPE_INVALID_CONSTANT'), 'what answers there does not speak HTTP'],
  [new AggregateError([failed('ENETUNREACH'), failed('ECONNREFUSED')]), 'no route leads to this address'],
  [failed('ESOMETHING'), 'connect ESOMETHING'],
  ['a text', 'the connection failed'],
])('describes %o', (error, words) => {
  expect(unreachableReason(error)).toBe(words)
})
