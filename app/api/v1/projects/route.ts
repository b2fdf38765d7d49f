import { route } from '@/lib/http/route'
import { createProject } from '@/lib/operations/projects/create-project'
import { listProjects } from '@/lib/operations/projects/list-projects'

export const GET = route(listProjects)
export const POST = route(createProject)
