import type { Metadata } from 'next'
import { ReferenceScreen } from '@/components/reference/reference-screen'
import { sessionUser } from '@/lib/auth'
import { openApiDocument } from '@/lib/http/openapi/document'
import { elsewhere } from './elsewhere'

export const metadata: Metadata = { title: 'API reference' }

/** Public, since it contains nothing beyond the program itself. */
export default async function ReferencePage() {
  const user = await sessionUser()
  return <ReferenceScreen document={openApiDocument()} otherNames={elsewhere} isSignedIn={user !== null} />
}
