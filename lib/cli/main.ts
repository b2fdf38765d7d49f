import { backupCommands, exportProjectCommand } from './commands/backup'
import { usersCommand } from './commands/users'
import { runProcess } from './run-process'

await runProcess([backupCommands, exportProjectCommand, usersCommand])
