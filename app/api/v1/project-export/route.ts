import { otherMethods } from '@/lib/http/other-methods'
import { projectExport } from '@/lib/http/project-export'

export const GET = projectExport
export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods('GET')
