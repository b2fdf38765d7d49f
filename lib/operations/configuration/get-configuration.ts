import { getConfiguration as contract } from '@/lib/contracts/configuration-requests'
import { operation } from '../operation'
import { findScope } from './find-scope'
import { loadView } from './load-view'

export const getConfiguration = operation(contract, async (ctx, { chain }) => ({
  configuration: await loadView(ctx.db, ctx.project.id, await findScope(ctx.db, ctx.project.id, chain)),
}))
