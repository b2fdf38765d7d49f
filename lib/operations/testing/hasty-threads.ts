type Pool = typeof import('../engine-pool/pool')

/** The real pool, whose limits come after a fifth of their time: for `vi.mock`, so that tests of inputs without an end are short. */
export function hasty(pool: Pool): Pool {
  return { ...pool, inThread: (question, limitMs) => pool.inThread(question, limitMs / 5) }
}
