import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function FailureNotFound() {
  return (
    <PageNotFound title="No kind of failure at this address" link={<Link href="/">Back to the desk</Link>}>
      The link may be cut short, or lead to a failure of another project.
    </PageNotFound>
  )
}
