import { describe, expect, it } from 'vitest'
import { failureSignature } from './analyze-failure-patterns'
import { type InfrastructureFault, infrastructureFault } from './failure-record'

describe('failureSignature', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.5:5432', 'connect ECONNREFUSED 10.0.0.17:5432'],
    ['Job 550e8400-e29b-41d4-a716-446655440000 died', 'job 6ba7b810-9dad-11d1-80b4-00c04fd430c8 died'],
    ['cannot read /srv/a/in.json', 'Cannot read /data/b c.json'.replace('b c', 'b')],
    ['cannot open "C:\\jobs\\1.txt"', 'cannot open "C:\\other\\22.txt"'],
    ['GET https://api.example.org/a/1 failed', 'GET https://api.example.org/b?x=2 failed'],
  ])('is equal for %j and %j', (left, right) => {
    expect(failureSignature(left)).toBe(failureSignature(right))
  })

  it.each([
    ['bad json', 'empty output'],
    ['GET https://one.example.org/a failed', 'GET https://two.example.org/a failed'],
  ])('differs for %j and %j', (left, right) => {
    expect(failureSignature(left)).not.toBe(failureSignature(right))
  })
})

describe('infrastructureFault', () => {
  it.each<[string, InfrastructureFault | null]>([
    ['connect ECONNREFUSED 10.0.0.5:5432', 'connection'],
    ['socket hang up', 'connection'],
    ['getaddrinfo ENOTFOUND db.example.org', 'dns'],
    ['HTTP 429 Too Many Requests', 'rate_limit'],
    ['Error code: 429 - rate limited', 'rate_limit'],
    ['You exceeded your current quota', 'quota'],
    ['401 Unauthorized', 'auth'],
    ['invalid api key', 'auth'],
    ['upstream returned status 503', 'server_error'],
    ['502 Bad Gateway', 'server_error'],
    ['the database is currently unavailable', 'data_source'],
    ['processed 4290 rows', null],
    ['expected 429 items, got 500 rows', null],
    ['Validation failed: the billing address is missing', null],
    ['field "quota" must be a number', null],
    ['the authentication section is empty', null],
    ['Error 429', 'rate_limit'],
    ['overloaded_error', 'server_error'],
    ['the access token has expired', 'auth'],
    ['read ECONNRESET', 'connection'],
    ['the connection timed out', 'connection'],
    ['the step timed out after 30 s', null],
    ['bad json', null],
    ['schema mismatch in field author', null],
  ])('of %j is %s', (message, expected) => {
    expect(infrastructureFault(message)).toBe(expected)
  })
})
