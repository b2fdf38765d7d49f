import { getDb } from '@/lib/db/client'
import { getOverview } from '@/lib/operations/overview/get-overview'
import { getFailurePatterns } from '@/lib/operations/failures/get-failure-patterns'
import { listChains } from '@/lib/operations/chains/list-chains'
const project = { id: '00000000-0000-7000-8000-000000000001', slug: 'big', name: 'big' }
const ctx = { actor: { kind: 'key', keyId: 'x', name: 'k', scopes: ['read'], project }, db: getDb(), now: () => new Date(), requestId: 'r', project, role: null } as never
const time = async (label: string, work: () => Promise<unknown>) => {
  const all: number[] = []
  for (let i = 0; i < 25; i++) { const t = performance.now(); await work(); all.push(performance.now() - t) }
  all.sort((a, b) => a - b)
  console.log(label.padEnd(24), 'p50', all[12]!.toFixed(1), 'p95', all[23]!.toFixed(1), 'min', all[0]!.toFixed(1))
}
for (const range of ['24h', '7d', '30d', '90d', 'all'] as const) await time('overview ' + range, () => getOverview.run(ctx, { range }))
await time('overview 90d 1 chain', () => getOverview.run(ctx, { range: '90d', chain: ['chain-1'] }))
for (const range of ['7d', '30d', '90d', 'all'] as const) await time('failures ' + range, () => getFailurePatterns.run(ctx, { range }))
await time('chains', () => listChains.run(ctx, {}))
process.exit(0)
