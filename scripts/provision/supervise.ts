import type { AppServer } from './app-server'
import type { Database } from './database'
import { Refusal, say } from './progress'

/** What is running. Filled in as it starts, so that whatever is there can be stopped at any moment. */
export type Desk = { database?: Database; app?: AppServer }

type Restart = {
  database: () => Promise<Database>
  app: (databaseUrl: string) => Promise<void>
}

/**
 * Brings back a part that died, until `stop`.
 * @throws Refusal when parts die more than five times within a minute.
 */
export async function supervise(desk: Desk, restart: Restart, stop: AbortSignal): Promise<void> {
  const mayRestart = allowance(5, 60_000)
  const stopped = new Promise<null>((resolve) => {
    stop.addEventListener('abort', () => resolve(null), { once: true })
    if (stop.aborted) resolve(null)
  })
  for (;;) {
    const { database, app } = desk
    const death = await Promise.race([
      stopped,
      app?.ended.then((how) => ({ part: 'app' as const, how })),
      database?.died.then(() => ({ part: 'database' as const, how: 'gone' })),
    ])
    if (!death || stop.aborted) return
    if (!mayRestart()) throw new Refusal(`The ${death.part} keeps ending (${death.how}). The logs in DATA_DIR say why.`)
    say(`! The ${death.part} ended unexpectedly (${death.how}): starting it again`)
    await (death.part === 'app' ? restart.app(database?.url ?? '') : bringBackDatabase(desk, restart))
  }
}

/** The app keeps its connections by address, and finds the database again when that is the same. */
async function bringBackDatabase(desk: Desk, restart: Restart) {
  const before = desk.database?.url
  const { url } = await restart.database()
  if (url === before) return
  await desk.app?.stop()
  await restart.app(url)
}

/** Stops the app first, so that its last answers still reach the database. */
export async function stopDesk(desk: Desk): Promise<void> {
  await desk.app?.stop()
  await desk.database?.stop()
}

function allowance(count: number, windowMs: number) {
  const taken: number[] = []
  return () => {
    const now = performance.now()
    while (taken[0] !== undefined && now - taken[0] > windowMs) taken.shift()
    taken.push(now)
    return taken.length <= count
  }
}
