import { backupCommands } from './commands/backup'
import { runProcess } from './run-process'

await runProcess([backupCommands])
