import type { Contract } from '@/lib/contracts/contract'

const SMALL = 1
const LARGE = new Map<string, number>([
  ['runs.ingest', 20],
  ['deadLetters.add', 20],
  ['judge.compare', 8],
  ['chains.publishVersion', 20],
  ['trials.report', 20],
])
const STORING = new Set(['sequential_thinking_qa', 'get_thinking_history', 'clear_thinking_history'])

/** The largest body that an operation takes, packed or unpacked, in MiB. */
export function bodyLimitOf({ name, path }: Contract): number {
  if (path.startsWith('/api/v1/quality/') && !STORING.has(name)) return 8
  return LARGE.get(name) ?? SMALL
}
