import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'

export default function FailureNotFound() {
  return (
    <PageNotFound
      title="Failure not found"
      link={(className) => (
        <Link href="/" className={className}>
          Back to the desk
        </Link>
      )}
    >
      The link may be incomplete, or lead to a failure of another project.
    </PageNotFound>
  )
}
