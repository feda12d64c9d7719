-- How many of a company are alive is counted when it asks for more.
create index deployments_live on deployments (company_id) where ended_at is null;
