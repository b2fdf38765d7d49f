import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function FailureNotFound() {
  return (
    <PageNotFound title="Failure not found" link={<Link href="/">Back to the desk</Link>}>
      The link may be incomplete, or lead to a failure of another project.
    </PageNotFound>
  )
}
