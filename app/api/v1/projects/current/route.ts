import { route } from '@/lib/http/route'
import { updateProject } from '@/lib/operations/projects/update-project'

export const PATCH = route(updateProject)
