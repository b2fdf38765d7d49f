import { dropDecimals, formatChange } from './number'

const DECIMALS_MAX = 9

type Fall = Record<'before' | 'after' | 'drop' | 'change', string>

/**
 * Formats a fall from one score to another, with as many decimals (two or more) as it takes for the three numbers to add up, and for the
 * drop to be on its side of a limit, if there is one: "0.83" and "0.67" beside "−0.17" become "0.832", "0.665" and "−0.167".
 */
export function formatFall(before: number, after: number, limit = Number.POSITIVE_INFINITY): Fall {
  const drop = before - after
  let decimals = dropDecimals(drop, limit)
  while (decimals < DECIMALS_MAX && !addUp(before, after, decimals)) decimals += 1
  return {
    before: before.toFixed(decimals),
    after: after.toFixed(decimals),
    drop: Math.abs(drop).toFixed(decimals),
    change: formatChange(0 - drop, decimals),
  }
}

function addUp(before: number, after: number, decimals: number): boolean {
  const units = (value: number) => Math.round(Number(value.toFixed(decimals)) * 10 ** decimals)
  return units(before) - units(after) === units(before - after)
}
