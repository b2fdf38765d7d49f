export { DELETE, GET, PATCH, POST, PUT } from '@/app/api/[...unknown]/route'
