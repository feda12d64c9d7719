module service.example/client

go 1.23
