import { Client, type ClientConfig } from 'pg'
import { liftLimits, sessionOf } from './session'

/**
 * Runs `work` on a connection of its own, outside the pool and without limits of time, and closes it.
 * @throws Error with `code` ECONNREFUSED and the like if the database cannot be reached, else what `work` throws
 */
export async function onDatabase<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  config: ClientConfig = {},
): Promise<T> {
  const client = new Client({ ...sessionOf(url), ...config })
  // A lost connection fails the running query; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await liftLimits(client)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
