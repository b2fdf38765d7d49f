import { makeWeek as contract } from '@/lib/contracts/weekly/weeks'
import { operation } from '../operation'
import { writeMemory } from './memory-file'
import { storeWeek } from './store-week'

/** Makes the page of a week now, once; or with `replaces` a further revision. */
export const makeWeek = operation(contract, async (ctx, { week, replaces }) => {
  const stored = await storeWeek(ctx, week, replaces)
  if (stored.made) await writeMemory(ctx, week)
  return stored
})
