import { listRuns as contract } from '@/lib/contracts/runs'
import { operation } from '../../operation'
import { selectRuns } from './select-runs'

/** Runs by keyset: a page goes on exactly where the last one ended, whatever arrived in between. */
export const listRuns = operation(contract, (ctx, { sort, limit, cursor, ...filters }) =>
  selectRuns(ctx, filters, { sort, limit, cursor }),
)
