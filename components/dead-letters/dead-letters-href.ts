type DeadLettersAddress = { runId?: string; item?: string }

/** The address of the dead letters, of one run by its client's id where it is given; `item` is the one that is open. */
export function deadLettersHref(project: string, address: DeadLettersAddress = {}): string {
  const query = new URLSearchParams(address).toString()
  return `/p/${encodeURIComponent(project)}/dead-letters${query ? `?${query}` : ''}`
}
