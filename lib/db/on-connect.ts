import type { PrismaPg } from '@prisma/adapter-pg'

/** The driver's side of a client. */
export type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
/** The driver's side of a transaction. */
export type DriverTransaction = Awaited<ReturnType<Adapter['startTransaction']>>

/** Changes each adapter that a factory makes, before the client uses it. Returns the factory. */
export function onConnect(factory: PrismaPg, change: (adapter: Adapter) => void): PrismaPg {
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter: Adapter = await connect()
    change(adapter)
    return adapter
  }
  return factory
}

/** Passes each transaction of an adapter to `change` before its first statement. */
export function onTransaction(adapter: Adapter, change: (transaction: DriverTransaction) => void): void {
  const start = adapter.startTransaction.bind(adapter)
  adapter.startTransaction = async (isolation) => {
    const transaction = await start(isolation)
    change(transaction)
    return transaction
  }
}
