import { projectExport } from '@/lib/http/project-export'

export const GET = projectExport
