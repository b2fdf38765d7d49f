import { route } from '@/lib/http/route'
import { previewConfiguration } from '@/lib/operations/configuration/preview-configuration'

export const POST = route(previewConfiguration)
