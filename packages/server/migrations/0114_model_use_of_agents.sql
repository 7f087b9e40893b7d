-- What a language model took of each agent of a review, as JSON; null: none was asked.
-- Born by nodes from 0.1.0 on
alter table review_agents add column llm text;
