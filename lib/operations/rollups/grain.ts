/** How wide the stretches are that runs are counted in: hours for what is exact to the hour, days so that long periods read little. */
export type Grain = 'hour' | 'day'
export const grains: readonly Grain[] = ['hour', 'day']

/** The beginning of the hour or day a time falls in, in UTC. */
export function startOf(grain: Grain, time: Date): string {
  const text = time.toISOString()
  return grain === 'hour' ? `${text.slice(0, 13)}:00:00.000Z` : `${text.slice(0, 10)}T00:00:00.000Z`
}
