import type { AppServer } from './app-server'
import type { Database } from './database'

/** What a task runs. Filled in as it starts, so that it can be stopped at any moment. */
export type Desk = { database?: Database; app?: AppServer }

/** Stops the app first, so that its last answers still reach the database. */
export async function stopDesk(desk: Desk): Promise<void> {
  await desk.app?.stop()
  await desk.database?.stop()
}
