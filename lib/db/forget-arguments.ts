import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQuery } from '@prisma/driver-adapter-utils'
import { type Adapter, onConnect, onTransaction } from './on-connect'

type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>

/**
 * Keeps a client from holding on to the arguments of statements that have ended. For its debugging, Prisma's adapter keeps the last 100
 * statements whole, and those of a batch of runs have megabytes.
 */
export function forgetArguments(factory: PrismaPg): PrismaPg {
  return onConnect(factory, (adapter) => {
    forget(adapter)
    onTransaction(adapter, forget)
  })
}

function forget(queryable: Queryable): void {
  queryable.queryRaw = emptied(queryable.queryRaw.bind(queryable))
  queryable.executeRaw = emptied(queryable.executeRaw.bind(queryable))
}

/** Sends a copy, since the caller may send its statement again. */
function emptied<R>(send: (query: SqlQuery) => Promise<R>): (query: SqlQuery) => Promise<R> {
  return async (query) => {
    const sent = { ...query }
    try {
      return await send(sent)
    } finally {
      sent.args = []
    }
  }
}
