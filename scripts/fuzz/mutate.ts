import { isRecord } from '@/lib/contracts/is-record'
import { chance, pick, type Random, upTo } from './values'

const RAW = '\u0001raw:'
/** JSON that no JavaScript value can represent, inserted into the text by {@link toJson}. */
const raw = (json: string) => `${RAW}${json}\u0001`

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const STRANGE: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => '',
  () => ' ',
  () => -1,
  () => 0,
  () => 1e308,
  () => raw('1e999'),
  () => raw('-0'),
  () => 2 ** 53 + 2,
  () => raw('123456789012345678901234567890'),
  () => 0.1 + 0.2,
  () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => ({ toString: 1, valueOf: 1 }),
  () => 'a\u0000b',
  () => raw('"a\\ud800"'),
  () => '\u202e\ufeff\u200b',
  () => "'; DROP TABLE run; --",
  () => '<script>alert(1)</script>',
  () => '../../etc/passwd',
  () => '%00%ff',
  () => '__proto__',
  () => 'constructor',
  () => '(a+)+$',
  () => '{{7*7}} <%= 7*7 %>',
  () => 'http://169.254.169.254/latest/meta-data',
  () => 'javascript:alert(1)',
  () => '9999-12-31T23:59:59.999Z',
  () => '-000001-01-01T00:00:00Z',
  () => '2026-02-30T00:00:00Z',
  () => 'NaN',
  () => 'x'.repeat(10_001),
  (random) => 'ä'.repeat(1 + upTo(random, 100_000)),
  () => 'a\n'.repeat(5_000),
  () => deep(90),
  () => deep(120),
  () => Array.from({ length: 1_500 }, (_, index) => index),
  () => Array.from({ length: 300 }, () => ({ id: 'a' })),
  () => Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index])),
  () => raw('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}'),
  () => raw('{"a":1,"a":2}'),
]

/** Returns a copy with up to three places changed, and the names of the outermost fields changed. */
export function mutate(value: unknown, random: Random): { value: unknown; fields: string[] } {
  const copy = structuredClone(value)
  const fields = new Set<string>()
  for (let times = 1 + upTo(random, 2); times > 0; times--) change(copy, random, fields)
  return { value: copy, fields: [...fields] }
}

function change(value: unknown, random: Random, fields: Set<string>): void {
  if (!isRecord(value)) return
  let at: Record<string, unknown> | unknown[] = value
  let outermost: string | null = null
  for (;;) {
    const keys = Object.keys(at)
    const key = keys.length > 0 ? pick(random, keys) : null
    if (key !== null) outermost ??= key
    const inner = key === null ? undefined : (at as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner !== null && chance(random, 0.6)) {
      at = inner as Record<string, unknown>
      continue
    }
    fields.add(outermost ?? 'unknownField')
    changeAt(at, key, random)
    return
  }
}

function changeAt(at: Record<string, unknown> | unknown[], key: string | null, random: Random): void {
  const holder = at as Record<string, unknown>
  const strange = pick(random, STRANGE)(random)
  const way = upTo(random, 9)
  if (key === null || way === 0) {
    if (Array.isArray(at)) at.push(strange)
    else holder[pick(random, ['unknownField', 'id', 'limit', 'projectId', 'toString'])] = strange
  } else if (way === 1 && !Array.isArray(at)) delete holder[key]
  else if (way === 2) holder[key] = [holder[key]]
  else if (way === 3) holder[key] = JSON.stringify(holder[key])
  else if (way === 4 && typeof holder[key] === 'string') holder[key] = `${holder[key]}${holder[key]}\u0000`
  else if (way === 5 && typeof holder[key] === 'number') holder[key] = -Number(holder[key]) * 1e6
  else holder[key] = strange
}

/** Returns the JSON of a value, with raw parts inserted. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.replace(/"\\u0001raw:((?:[^"\\]|\\.)*?)\\u0001"/g, (_, json: string) => JSON.parse(`"${json}"`))
}

/** Returns a copy with a few bytes changed, cut off, duplicated or inserted. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  const at = upTo(random, Math.max(0, copy.length - 1))
  switch (upTo(random, 4)) {
    case 0:
      return copy.subarray(0, at)
    case 1:
      return Buffer.concat([copy, copy.subarray(at)])
    case 2:
      return Buffer.concat([copy.subarray(0, at), Buffer.from([upTo(random, 255), 0, 0xff]), copy.subarray(at)])
    default:
      for (let times = 1 + upTo(random, 5); times > 0; times--)
        copy[upTo(random, Math.max(0, copy.length - 1))] = upTo(random, 255)
      return copy
  }
}
