-- What an image was when the deployment first ran: later attempts run the same, wherever its tag leads by then.
alter table deployments add column image_digest text;
