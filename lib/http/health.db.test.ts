import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countRuns, countStreams, countWorkFailure, observeRequest } from '@/lib/operations/metrics'
import { metrics, readyz } from './health'

const ask = (path: string) => new Request(`http://desk.test${path}`)

it('the metrics contain every figure of the example dashboard', async () => {
  observeRequest('/api/v1/runs', 'GET', 200, 0.1)
  countRuns('accepted', 1)
  countStreams(1)
  countWorkFailure('mail')
  const text = await (await metrics(ask('/metrics'))).text()
  const there = new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name))
  const drawn = [
    ...readFileSync('docs/grafana.json', 'utf8').matchAll(/\b((?:veritas|process|nodejs)_[a-z_0-9]+)/g),
  ].map(([, name]) => name)
  expect(new Set(drawn).size).toBeGreaterThan(8)
  expect([...new Set(drawn)].filter((name) => !there.has(name))).toEqual([])
})

it('a desk with an answering, migrated database is ready', async () => {
  const response = await readyz(ask('/readyz'))
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready', reason: null }])
})
