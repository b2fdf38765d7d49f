import { backupCommands, exportProjectCommand } from './commands/backup'
import { distributeCommand } from './commands/distribute'
import { usersCommand } from './commands/users'
import { runProcess } from './run-process'

await runProcess([backupCommands, exportProjectCommand, distributeCommand, usersCommand])
