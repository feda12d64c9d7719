-- The values of a deployment's environment variables, sealed. `spec` keeps their names.
alter table deployments add column env_sealed text;

-- No release has stored values in `spec`; what a trial left there is not worth keeping in the clear.
update deployments
   set spec = jsonb_set(spec, '{env}', coalesce((select jsonb_agg(name) from jsonb_object_keys(spec -> 'env') name), '[]'))
 where jsonb_typeof(spec -> 'env') = 'object';

-- Found again when the key that seals is changed.
create index deployments_sealed on deployments (deployment_id) where env_sealed is not null;
