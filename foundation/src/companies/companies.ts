/** Companies: the tenants, which own users, keys, quota and data. */
export { type ChangeCompany, makeChangeCompany } from './change-company.ts'
export { find as findCompany, list as listCompanies } from './company-store.ts'
export { type CreateCompany, checkNewCompany, makeCreateCompany, makeInsertCompany } from './create-company.ts'
