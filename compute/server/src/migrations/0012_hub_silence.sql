-- Why a hub does not respond, in a sentence for its operator: a kubeconfig that cannot be read, a role that lacks a verb.
-- Null while it responds.
alter table hubs add column silence text;
