import { z } from 'zod'
import { contract } from './contract'
import { derivedTime, listOf, plainText, queryInt, range } from './primitives'
import { spendGroups } from './vocabulary'

const sums = { runs: z.number(), tokens: z.number(), costUsd: z.number() }

export const getSpend = contract({
  name: 'overview.spend',
  summary:
    'Get tokens and cost in US dollars by chain, version or day (UTC), largest first. Only usage reported with the runs is counted.',
  scope: 'read',
  target: 'GET /api/v1/overview/spend',
  table: { name: 'spend', rows: 'rows', limit: 100_000 },
  input: z.strictObject({
    range: range.default('7d'),
    chain: listOf(plainText(500)),
    by: z.enum(spendGroups).default('chain'),
    limit: queryInt(1, 100_000).default(50),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        chain: z.string().nullable(),
        version: z.string().nullable(),
        day: derivedTime.nullable(),
        ...sums,
      }),
    ),
    total: z.object(sums),
    rest: z.object(sums).nullable().describe('Totals of the rows beyond those shown'),
  }),
})
