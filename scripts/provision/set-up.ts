import { runScript } from './child-script'

type Options = { isFirstRun: boolean; stop?: AbortSignal }

/**
 * Migrates the database of an app's environment. At a first run it also creates the first key and admin, and checks the payload store.
 * Returns the message for the person at the terminal: the link that creates the first admin, or what was set up unattended.
 * @throws Refusal if something fails, TransientError if the database went away during it
 */
export async function setUp(environment: NodeJS.ProcessEnv, { isFirstRun, stop }: Options): Promise<string> {
  let greeting = ''
  await runScript('scripts/set-up.ts', isFirstRun ? ['--first-run'] : [], {
    environment,
    stop,
    onMessage: (message) => {
      greeting = String(message)
    },
  })
  return greeting
}
