import type { Metadata } from 'next'
import { ReferenceScreen } from '@/components/reference/reference-screen'
import { sessionUser } from '@/lib/auth'
import { openApiDocument } from '@/lib/http/openapi/document'
import { elsewhere } from './elsewhere'

export const metadata: Metadata = { title: 'API reference' }

/** For anyone: it tells nothing that the program itself does not. */
export default async function ReferencePage() {
  const user = await sessionUser()
  return <ReferenceScreen document={openApiDocument()} otherNames={elsewhere} isSignedIn={user !== null} />
}
