import { getVersion as contract } from '@/lib/contracts/versions'
import { operation } from '../operation'
import { findVersionDetail } from './load-version-detail'

export const getVersion = operation(contract, async (ctx, { chain, version }) => ({
  version: await findVersionDetail(ctx.db, ctx, chain, version),
}))
