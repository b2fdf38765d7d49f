import { getWeek as contract } from '@/lib/contracts/weekly/weeks'
import { operation } from '../operation'
import { loadPage } from './load-page'

export const getWeek = operation(contract, (ctx, { week, revision }) => loadPage(ctx, week, revision))
