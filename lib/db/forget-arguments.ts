import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQuery } from '@prisma/driver-adapter-utils'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>

/**
 * Keeps a client from holding on to the arguments of statements that have ended. For its debugging, Prisma's adapter keeps the last 100
 * statements whole, and those of a batch of runs have megabytes.
 */
export function forgetArguments(factory: PrismaPg): PrismaPg {
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter: Adapter = await connect()
    forget(adapter)
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolation) => {
      const transaction = await start(isolation)
      forget(transaction)
      return transaction
    }
    return adapter
  }
  return factory
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
