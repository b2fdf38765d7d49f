type Pool = typeof import('../engine-pool/pool')

/** The real pool with time limits cut to a tenth, to be used with `vi.mock`, so that tests of endless inputs are short. */
export function hasty(pool: Pool): Pool {
  return { ...pool, inThread: (question, limitMs) => pool.inThread(question, limitMs / 10) }
}
