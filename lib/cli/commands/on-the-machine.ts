import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

/** Commands that need the desk's database. */
const NAMES = ['backup', 'restore', 'export-project', 'distribute', 'payloads-back', 'users'] as const

/** In the published package: says where the commands of the desk's machine are. */
export const onTheMachine: AddCommands = (program) => {
  for (const name of NAMES)
    program
      .command(name, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new UsageError(
          `${name} needs the database: in the folder of the desk, run \`node bin/veritas.mjs ${name}\``,
        )
      })
}
