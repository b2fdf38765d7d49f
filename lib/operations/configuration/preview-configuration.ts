import { previewConfiguration as contract } from '@/lib/contracts/configuration-requests'
import { operation } from '../operation'
import { assertUsable } from './assert-usable'
import { findScope } from './find-scope'
import { comparePreview } from './preview/compare-preview'
import { findPreviewChains } from './preview/find-preview-chains'
import { findPreviewRuns } from './preview/find-preview-runs'
import { previewVerdicts } from './preview/preview-verdicts'
import { restandRuns } from './preview/restand-runs'

/** The newest runs as they would stand had they come in under the proposed configuration. Reads, and writes nothing. */
export const previewConfiguration = operation(contract, async (ctx, { chain, config, runs: count }) => {
  const projectId = ctx.project.id
  const scope = await findScope(ctx.db, projectId, chain)
  await assertUsable(ctx.db, projectId, scope, config)
  const found = await findPreviewRuns(ctx.db, projectId, scope.chainId, count)
  const chains = await findPreviewChains(ctx.db, projectId, scope, config, found.ids)
  const restood = await restandRuns(ctx, found, chains)
  return { ...comparePreview(restood, chains), verdicts: await previewVerdicts(ctx.db, projectId, scope, config) }
})
