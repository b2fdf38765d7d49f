import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function SessionNotFound() {
  return (
    <PageNotFound title="No thinking session at this address" link={<Link href="/">Back to the desk</Link>}>
      The link may be cut short, or lead to a session of another project.
    </PageNotFound>
  )
}
